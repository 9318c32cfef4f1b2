export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "test/mutation/vitest.config.ts", related: false },
  mutate: ["shared/domain/**/*.ts", "electron/core/sync/**/*.ts"],
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  reporters: ["clear-text", "progress-append-only", "json"],
  clearTextReporter: {
    allowColor: false,
    logTests: false,
    reportTests: false,
    reportMutants: true,
  },
  jsonReporter: { fileName: "node_modules/.cache/chute/mutation.json" },
  // TypeScript 7 has no API with which Stryker could rewrite the file for its copy; Vitest needs none.
  tsconfigFile: "none",
  tempDirName: "node_modules/.cache/chute/stryker",
  incremental: false,
  timeoutMS: 10_000,
  allowEmpty: true,
};
