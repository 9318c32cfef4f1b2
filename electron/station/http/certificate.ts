import { X509Certificate, createPrivateKey } from "node:crypto";
import { hostname } from "node:os";
import { z } from "zod";
import { errorCode, readPrivateJson, writePrivateJson } from "#station/host/private-file.ts";

/** The station's TLS certificate for other devices of the network (S8). */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** SHA-256 of the certificate, in pairs of hexadecimal digits with colons, as browsers show it. */
  readonly fingerprint: string;
}

/** File name in the data folder. */
export const certificateFile = "tls.json";

const dayMs = 24 * 60 * 60_000;
/** Apple's systems reject certificates that are valid for more than 825 days; a season is enough. */
const goodForDays = 397;
/** Each device must accept a new certificate, so renew early and avoid a renewal during a race. */
const renewBeforeMs = 30 * dayMs;

const keptSchema = z.object({ cert: z.string(), key: z.string() });

/**
 * This computer's self-signed certificate, stored in the data folder so that devices recognise it. A new one
 * is made if none exists or the stored one expires soon. No authority signs it: a person compares its
 * fingerprint.
 */
export async function openCertificate(path: string, nowMs: number): Promise<Certificate> {
  const kept = await readKept(path);
  if (kept !== null && endsAtMs(kept) > nowMs + renewBeforeMs) return withFingerprint(kept);
  const made = await makeCertificate(nowMs);
  await keep(path, made);
  return withFingerprint(made);
}

type Kept = z.infer<typeof keptSchema>;

/**
 * If the disk refuses the file, the certificate is used for this run only, because the desk must still open.
 */
async function keep(path: string, made: Kept): Promise<void> {
  try {
    await writePrivateJson(path, made);
  } catch (error) {
    if (errorCode(error) === null) throw error;
  }
}

/** Null also for an unusable file: a new certificate only costs a person one comparison. */
async function readKept(path: string): Promise<Kept | null> {
  const kept = await readPrivateJson(path, keptSchema);
  try {
    if (kept === null) return null;
    return new X509Certificate(kept.cert).checkPrivateKey(createPrivateKey(kept.key)) ? kept : null;
  } catch {
    return null;
  }
}

const endsAtMs = ({ cert }: Kept): number => Date.parse(new X509Certificate(cert).validTo);

const withFingerprint = ({ cert, key }: Kept): Certificate => ({
  cert,
  key,
  fingerprint: new X509Certificate(cert).fingerprint256,
});

async function makeCertificate(nowMs: number): Promise<Kept> {
  const { generate } = await import("selfsigned");
  const own = hostname().toLowerCase();
  const made = await generate([{ name: "commonName", value: "Chute" }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    // One day early, because the devices' clocks differ.
    notBeforeDate: new Date(nowMs - dayMs),
    notAfterDate: new Date(nowMs + (goodForDays - 1) * dayMs),
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "keyUsage", digitalSignature: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [own, own.endsWith(".local") ? own : `${own}.local`].map((value) => ({
          type: 2 as const,
          value,
        })),
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}
