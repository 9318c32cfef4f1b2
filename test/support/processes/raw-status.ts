import { request } from "node:http";

/** The status that an address answers to headers which fetch would not let us set, such as `Host`. */
export function rawStatus(
  address: string,
  headers: Readonly<Record<string, string>>,
  method: "GET" | "POST" | "OPTIONS" = "GET",
): Promise<number> {
  return new Promise((resolve, reject) => {
    request(address, { method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on("error", reject)
      .end(method === "POST" ? "{}" : "");
  });
}
