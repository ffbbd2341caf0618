import type { Algorithms, ServerHostKeyAlgorithm } from "ssh2";

/** No SHA-1, no CBC and no MD5. ssh2 would also offer some of these. */
const strong = {
  kex: [
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
    "ecdh-sha2-nistp256",
    "ecdh-sha2-nistp384",
    "ecdh-sha2-nistp521",
    "diffie-hellman-group-exchange-sha256",
    "diffie-hellman-group16-sha512",
    "diffie-hellman-group18-sha512",
    "diffie-hellman-group14-sha256",
  ],
  cipher: [
    "aes128-gcm@openssh.com",
    "aes256-gcm@openssh.com",
    "aes128-ctr",
    "aes192-ctr",
    "aes256-ctr",
    "chacha20-poly1305@openssh.com",
  ],
  hmac: ["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha2-256", "hmac-sha2-512"],
  // Compressed input of a hostile host could grow a thousandfold.
  compress: ["none"],
} satisfies Algorithms;

const hostKeys: readonly { type: string; algorithms: ServerHostKeyAlgorithm[] }[] = [
  { type: "ssh-ed25519", algorithms: ["ssh-ed25519"] },
  { type: "ecdsa-sha2-nistp256", algorithms: ["ecdsa-sha2-nistp256"] },
  { type: "ecdsa-sha2-nistp384", algorithms: ["ecdsa-sha2-nistp384"] },
  { type: "ecdsa-sha2-nistp521", algorithms: ["ecdsa-sha2-nistp521"] },
  { type: "ssh-rsa", algorithms: ["rsa-sha2-512", "rsa-sha2-256"] },
];

/** What a connection offers. A host with several keys shows the first that it has, so the known types come first. */
export function algorithmsFor(knownTypes: readonly string[]): Algorithms {
  const isKnown = ({ type }: { type: string }) => knownTypes.includes(type);
  const ordered = [...hostKeys.filter(isKnown), ...hostKeys.filter((each) => !isKnown(each))];
  return { ...strong, serverHostKey: ordered.flatMap(({ algorithms }) => algorithms) };
}
