import { request } from "node:http";
import { request as tlsRequest } from "node:https";

/** The status of an answer to headers that fetch does not allow, such as `Host`. Any certificate is accepted. */
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
