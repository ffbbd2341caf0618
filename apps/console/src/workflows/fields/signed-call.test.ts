import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { signedCall } from "./signed-call.ts";

test("the example signs as Standard Webhooks does", () => {
  const key = Buffer.alloc(32, 7);
  const secret = `whsec_${key.toString("base64")}`;
  const script = signedCall("http://localhost/hook", secret).replace(/^curl[\s\S]*$/m, 'echo "$ID $TIME $SIGN"');
  const [id, time, signature] = execFileSync("sh", ["-c", script], { encoding: "utf8" }).trim().split(" ");
  const expected = createHmac("sha256", key).update(`${id}.${time}.{"title":"Disk full"}`).digest("base64");
  expect(signature).toBe(expected);
});
