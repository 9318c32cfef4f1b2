import { request } from "node:http";
import type { ClientRequest, Net } from "electron";
import { standIn } from "./stand-in.ts";

/** Electron's own requests, made with Node: the events that main listens to are the same. */
export const net = standIn<Net>("net", {
  request: (options) => request(options as object) as unknown as ClientRequest,
});
