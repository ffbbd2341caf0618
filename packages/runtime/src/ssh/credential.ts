import type { AnyAuthMethod } from "ssh2";
import { readPrivateKey, UnusableKey } from "./private-key.ts";
import { SshFailure, type SshHost } from "./ssh-host.ts";

/** The ways to log in, in the order in which they are tried. */
export async function authMethods(host: SshHost, closers: (() => void)[]): Promise<AnyAuthMethod[]> {
  const { username, credential } = host;
  if (!("password" in credential)) {
    const key = await readPrivateKey(credential.privateKey, credential.passphrase, closers).catch(explain(host));
    return [{ type: "publickey", username, key }];
  }
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

const problems: Readonly<Record<UnusableKey["problem"], (name: string) => string>> = {
  encrypted: (name) => `The private key of ${name} is encrypted. Choose the secret with its passphrase.`,
  passphrase: (name) => `The private key of ${name} could not be decrypted. Check its passphrase.`,
  public: (name) => `The credential of ${name} is a public key. Use the private key.`,
  unreadable: (name) =>
    `The private key of ${name} cannot be read. Use a private key as ssh-keygen writes it, with all its lines.`,
};

/** In our words, because the messages of ssh2 could quote a part of the key. */
function explain({ name }: SshHost) {
  return (error: unknown): never => {
    if (error instanceof UnusableKey) throw new SshFailure("authentication", problems[error.problem](name));
    throw error;
  };
}
