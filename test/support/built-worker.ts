/**
 * The built worker of the database. From its source, Node would strip the types with WebAssembly in the worker's
 * thread, and V8 sometimes ends the process there (`ThreadIsolation::UnregisterWasmAllocation`, Node 24.21).
 */
export const workerUrl = new URL("../../out/main/db-worker.js", import.meta.url);
