import type { Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import { readKey, readKeyFile } from "./api-key.ts";
import type { SharedFlags } from "#station/shared-flags.ts";

export interface GivenCredentials {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Address and key from the command line and the environment; null if neither was given. */
export async function readCredentials(
  flags: Pick<SharedFlags, "apiUrl" | "apiKeyFile" | "practice">,
  environmentKey: string | undefined,
): Promise<Result<GivenCredentials | null>> {
  const { apiUrl, apiKeyFile, practice } = flags;
  if (practice === true && (apiUrl ?? apiKeyFile) !== undefined) {
    return err(
      "flags-conflict",
      "--practice brings its own partner API: leave --api-url and --api-key-file out.",
    );
  }
  if (practice === true) return ok(null);
  if (apiUrl === undefined) {
    return apiKeyFile === undefined
      ? ok(null)
      : err("flags-incomplete", "--api-key-file needs --api-url as well.");
  }
  const key = await readEitherKey(apiKeyFile, environmentKey);
  if (!key.ok) return key;
  return ok({ baseUrl: apiUrl, apiKey: key.value });
}

async function readEitherKey(
  file: string | undefined,
  environmentKey: string | undefined,
): Promise<Result<string>> {
  if (file !== undefined) return readKeyFile(file);
  if (environmentKey !== undefined) return readKey(environmentKey, "CHUTE_API_KEY");
  return err(
    "flags-incomplete",
    "--api-url needs a key: --api-key-file, or CHUTE_API_KEY in the environment.",
  );
}
