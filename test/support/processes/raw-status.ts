import { request } from "node:http";
import { request as tlsRequest } from "node:https";

/** The status that an address answers to headers which fetch would not let us set, such as `Host`; whatever certificate it shows. */
export function rawStatus(
  address: string,
  headers: Readonly<Record<string, string>>,
  method: "GET" | "POST" | "OPTIONS" = "GET",
): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, rejectUnauthorized: false };
    const ask = address.startsWith("https:") ? tlsRequest : request;
    ask(address, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on("error", reject)
      .end(method === "POST" ? "{}" : "");
  });
}
