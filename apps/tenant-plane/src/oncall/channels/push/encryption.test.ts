import { expect, test } from "vitest";
import { decrypted } from "../../../../test/push-service.ts";
import { encrypted } from "./encryption.ts";

// Appendix A of RFC 8291.
const receiver = {
  privateKey: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};
const sender = {
  salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
  privateKey: Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"),
};
const plain = "When I grow up, I want to be a watermelon";
const body =
  "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95b" +
  "Qpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

test("the example of RFC 8291 is encrypted to its bytes", () => {
  expect(encrypted(plain, receiver, sender).toString("base64url")).toBe(body);
});

test("the tests read the example of RFC 8291", () => {
  expect(decrypted(Buffer.from(body, "base64url"), receiver)).toBe(plain);
});

test("each message has a salt and a key of its own, and the receiver reads it", () => {
  const text = JSON.stringify({ title: "Überlast – 過負荷 🚨" });
  const [one, two] = [encrypted(text, receiver), encrypted(text, receiver)];
  expect(one.subarray(0, 16)).not.toEqual(two.subarray(0, 16));
  expect(one.subarray(21, 86)).not.toEqual(two.subarray(21, 86));
  expect([one, two].map((each) => decrypted(each, receiver))).toEqual([text, text]);
});
