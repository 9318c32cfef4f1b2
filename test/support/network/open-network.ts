import { openNamespaceNetwork } from "./namespace-network.ts";
import { openOneHostNetwork } from "./one-host-network.ts";
import type { VenueNetwork } from "./venue-network.ts";

/**
 * The network of a venue: of network namespaces, where this machine and this user can make them, else of processes that are
 * stopped. A line of the output says which. `CHUTE_TEST_NETWORK=one-host` asks for the latter.
 */
export function openVenueNetwork(): VenueNetwork {
  const [network, why] = choose();
  process.stdout.write(`The network of this test is made of ${network.kind}${why}.\n`);
  return network;
}

function choose(): readonly [VenueNetwork, why: string] {
  if (process.env["CHUTE_TEST_NETWORK"] === "one-host") {
    return [openOneHostNetwork(), ", as CHUTE_TEST_NETWORK says"];
  }
  try {
    return [openNamespaceNetwork(), ""];
  } catch (error) {
    const [reason = ""] = String(error).trim().split("\n").slice(-1);
    return [openOneHostNetwork(), `, because namespaces failed: ${reason}`];
  }
}
