import ssh2, { type AnyAuthMethod, type ParsedKey } from "ssh2";
import { SshFailure, type SshHost } from "./ssh-host.ts";

/** The ways to log in, in the order in which they are tried. */
export function authMethods({ name, username, credential }: SshHost): AnyAuthMethod[] {
  if (!("password" in credential))
    return [{ type: "publickey", username, key: parseKey(name, credential.privateKey, credential.passphrase) }];
  const { password } = credential;
  return [
    { type: "password", username, password },
    // Hosts that log in through PAM ask for the password this way. Any other question gets no answer.
    {
      type: "keyboard-interactive",
      username,
      prompt: (_name, _instructions, _language, prompts, finish) =>
        finish(prompts.length === 1 && prompts[0]?.echo === false ? [password] : []),
    },
  ];
}

// The messages of ssh2 are not shown, because they could quote a part of the key.
function parseKey(name: string, privateKey: string, passphrase: string | undefined): ParsedKey {
  // Text fields often lose the last line break of a key, and the OpenSSH format needs it.
  const text = `${privateKey.trim().replaceAll("\r\n", "\n")}\n`;
  // With a passphrase that is wrong, or with keys of several formats, ssh2 answers with an error or a list.
  const parsed: unknown = ssh2.utils.parseKey(text, passphrase);
  const key: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key instanceof Error) throw unusableKey(name, key.message, passphrase !== undefined);
  // `parseKey` returns keys, lists of keys and errors only.
  const found = key as ParsedKey;
  if (!found.isPrivateKey()) throw failure(`The credential of ${name} is a public key. Use the private key.`);
  return withoutSha1(found);
}

function unusableKey(name: string, message: string, hasPassphrase: boolean): SshFailure {
  if (/no passphrase given/i.test(message))
    return failure(`The private key of ${name} is encrypted. Choose the secret with its passphrase.`);
  if (hasPassphrase && /passphrase|decrypt|integrity|OpenSSH/i.test(message))
    return failure(`The private key of ${name} could not be decrypted. Check its passphrase.`);
  return failure(`The private key of ${name} cannot be read. Use an OpenSSH or PEM private key, with all its lines.`);
}

/** ssh2 signs with SHA-1 when a host does not say that it knows better. */
function withoutSha1(key: ParsedKey): ParsedKey {
  const sign = key.sign.bind(key);
  // An error as the answer makes ssh2 try the next method. Its types do not say so.
  key.sign = (data, algorithm) =>
    algorithm === "sha1" ? (new Error("SHA-1 is not used") as unknown as Buffer) : sign(data, algorithm);
  return key;
}

function failure(message: string): SshFailure {
  return new SshFailure("authentication", message);
}
