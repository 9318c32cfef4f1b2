import type { OutgoingHttpHeaders } from "node:http";
import { posix } from "node:path";
import type { AppUpdater, CancellationToken } from "electron-updater";
import { GenericProvider } from "electron-updater/out/providers/GenericProvider.js";
import type { ProviderRuntimeOptions } from "electron-updater/out/providers/Provider.js";
import type { UpdateFeed } from "./update-feed.ts";
import { isSigned, rejectionOf } from "./update-feed.ts";

type ProviderClass = new (
  options: unknown,
  updater: AppUpdater,
  runtime: ProviderRuntimeOptions,
) => GenericProvider;

/**
 * electron-updater's generic HTTP provider with a signed version list (`latest*.yml`). The list is accepted
 * only with the release key's signature beside it (`latest*.yml.sig`), before it expires, and for the system
 * in its name. The list holds the digest of each package, which electron-updater checks after the download;
 * so also on Linux, where packages are not signed, only what the release key signed is installed. (On Windows
 * this check runs before electron-updater's publisher check, which gives up if PowerShell is unavailable.)
 */
export function signedBy({ url, publicKey }: UpdateFeed): ProviderClass {
  return class SignedProvider extends GenericProvider {
    constructor(_options: unknown, updater: AppUpdater, runtime: ProviderRuntimeOptions) {
      super({ provider: "generic", url }, updater, runtime);
    }

    protected override async httpRequest(
      listUrl: URL,
      headers?: OutgoingHttpHeaders | null,
      cancellationToken?: CancellationToken,
    ): Promise<string | null> {
      const list = await super.httpRequest(listUrl, headers, cancellationToken);
      const signatureUrl = new URL(listUrl);
      signatureUrl.pathname += ".sig";
      const signature = await super.httpRequest(signatureUrl, headers, cancellationToken);
      if (list === null || signature === null || !isSigned(list, signature, publicKey)) {
        const fault = new Error("The list of versions is not signed by the release key");
        throw Object.assign(fault, { code: "not-signed" });
      }
      const why = rejectionOf(list, { name: posix.basename(listUrl.pathname), nowMs: Date.now() });
      if (why === null) return list;
      const fault = new Error(
        why === "expired"
          ? "The list of versions has expired"
          : "The list of versions is for another system",
      );
      throw Object.assign(fault, { code: why });
    }
  };
}
