/** The desktop's wire: calls are invoked on one channel, hints arrive on the other. */
export const channels = { call: "chute:call", hint: "chute:hint" } as const;
