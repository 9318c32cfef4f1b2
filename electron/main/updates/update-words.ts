/** The dialog texts when a newer version is ready. */
export const readyWords = (version: string, current: string) => ({
  message: `Chute ${version} is ready.`,
  detail: `This is ${current}. Installing closes Chute for about a minute and opens it again; nothing that was saved is touched.`,
  later: "Later",
  install: "Install and restart",
});
