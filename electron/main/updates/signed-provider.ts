import type { OutgoingHttpHeaders } from "node:http";
import { posix } from "node:path";
import type { AppUpdater, CancellationToken } from "electron-updater";
import { GenericProvider } from "electron-updater/out/providers/GenericProvider.js";
import type { ProviderRuntimeOptions } from "electron-updater/out/providers/Provider.js";
import type { UpdateFeed } from "./update-feed.ts";
import { isSigned, whyNotTaken } from "./update-feed.ts";

type ProviderClass = new (
  options: unknown,
  updater: AppUpdater,
  runtime: ProviderRuntimeOptions,
) => GenericProvider;

/**
 * electron-updater's plain HTTP feed, with a list of versions (`latest*.yml`) that has to prove itself: it counts only
 * with the release key's signature beside it (`latest*.yml.sig`), until it expires, and for the system whose name it
 * bears. The list holds the digest of each package, which electron-updater checks after the download; so on Linux, where
 * packages have no signature of their own, nothing is installed either that the release key did not sign. (On Windows it
 * comes before electron-updater's look at the publisher, which gives up where PowerShell is out of reach.)
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
      const why = whyNotTaken(list, { name: posix.basename(listUrl.pathname), nowMs: Date.now() });
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
