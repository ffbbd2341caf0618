import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import ssh2, { type Connection, type ServerChannel } from "ssh2";

export interface SshServer {
  port: number;
  username: string;
  password: string;
  close(): void;
}

/** Called for each command. */
type Respond = (channel: ServerChannel) => void;

interface SshServerOptions {
  login?: "password" | "keyboard-interactive";
  /** Gets a line for each message of the protocol. */
  debug?: (line: string) => void;
}

/** A small SSH server in this process that accepts one password. It can do what OpenSSH never does. */
export async function startSshServer(
  answer: Respond = (channel) => finish(channel),
  { login = "password", debug }: SshServerOptions = {},
): Promise<SshServer> {
  const [username, password] = ["ops", "correct horse battery staple"];
  const hostKey = newHostKey();
  const server = new ssh2.Server({ hostKeys: [hostKey], ...(debug && { debug }) }, (connection) => {
    connection.on("error", () => undefined);
    connection.on("authentication", (attempt) => {
      const asked = { prompt: "Password: ", echo: false };
      if (attempt.method !== login) attempt.reject([login]);
      else if (attempt.method === "password") {
        if (attempt.username === username && attempt.password === password) attempt.accept();
        else attempt.reject([login]);
      } else if (attempt.method === "keyboard-interactive")
        attempt.prompt([asked], ([given] = []) => (given === password ? attempt.accept() : attempt.reject([login])));
    });
    serveCommands(connection, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // Tests that only need a server to connect to do not close it.
  server.unref();
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { port, username, password, close: () => server.close() };
}

function serveCommands(connection: Connection, answer: Respond): void {
  connection.on("ready", () => {
    connection.on("session", (accept) => {
      accept().on("exec", (acceptCommand) => answer(acceptCommand()));
    });
  });
}

export function finish(channel: ServerChannel, exitCode = 0): void {
  channel.exit(exitCode);
  channel.end();
}

/** The generator of ssh2 makes a key that it cannot read itself in one of 256 cases. */
function newHostKey(): string {
  const { privateKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "sec1", format: "pem" },
  });
  return privateKey;
}
