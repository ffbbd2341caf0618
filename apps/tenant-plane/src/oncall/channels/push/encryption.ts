import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

export const curve = "prime256v1";

/** What a browser gives out to be reached. The keys are in base64url. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Made for one message. Only tests choose them. */
interface OneTime {
  salt: Buffer;
  privateKey: Buffer | undefined;
}

/** A message is one record, and push services take no more than 4096 bytes. */
const recordBytes = 4096;
const lastRecord = Buffer.from([2]);

/** Encrypts for one browser alone (RFC 8291), in the content coding `aes128gcm` (RFC 8188). */
export function encrypted(
  plain: string,
  { p256dh, auth }: Pick<Subscription, "p256dh" | "auth">,
  { salt, privateKey }: OneTime = { salt: randomBytes(16), privateKey: undefined },
): Buffer {
  const sender = createECDH(curve);
  if (privateKey) sender.setPrivateKey(privateKey);
  else sender.generateKeys();
  const [theirs, ours] = [Buffer.from(p256dh, "base64url"), sender.getPublicKey()];
  const shared = derived(
    sender.computeSecret(theirs),
    Buffer.from(auth, "base64url"),
    Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]),
    32,
  );
  const key = derived(shared, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derived(shared, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.update(lastRecord), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordBytes);
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, body, cipher.getAuthTag()]);
}

function derived(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}
