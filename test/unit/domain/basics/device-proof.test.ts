import { expect, test } from "vitest";
import { proofText } from "#shared/domain/basics/device-proof.ts";

test("S7 a proof is of one side of one handshake of one device with one page", () => {
  const handshake = {
    deviceId: "phone",
    origin: "https://192.168.1.20:4180",
    deviceNonce: "n1",
    stationNonce: "n2",
  };
  const texts = [
    proofText("device", handshake),
    proofText("station", handshake),
    proofText("device", { ...handshake, deviceId: "tablet" }),
    proofText("device", { ...handshake, origin: "https://192.168.1.20:4181" }),
    proofText("device", { ...handshake, deviceNonce: "n3" }),
    proofText("device", { ...handshake, stationNonce: "n3" }),
    proofText("device", { ...handshake, deviceNonce: "n2", stationNonce: "n1" }),
  ];
  expect(new Set(texts).size).toBe(texts.length);
});
