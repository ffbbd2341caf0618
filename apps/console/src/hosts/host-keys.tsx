import { Alert, Button } from "@mantine/core";
import type { Host, HostKey } from "@opsplane/contract";
import { IconKey, IconShieldCheck } from "@tabler/icons-react";
import { TimeText } from "../time/time.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { useDeletion } from "../ui/row-actions.tsx";
import { Tag } from "../ui/tag.tsx";
import { Copy } from "../ui/trace-id.tsx";
import classes from "./hosts.module.css";
import { useReadKey, useRemoveKey, useTrustKey } from "./queries.ts";

/** The trusted keys of a host, and the steps to trust one: read it, compare it, trust it. */
export function HostKeys({ host }: { host: Host }) {
  const read = useReadKey(host.id);
  return (
    <section className={classes.section} aria-labelledby="keys-heading">
      <h3 id="keys-heading">Keys</h3>
      {host.host_keys.length > 0 ? (
        <TrustedKeys host={host} />
      ) : (
        <p className="dim">No key yet. Commands are refused until you trust the host's key.</p>
      )}
      <Button
        variant="default"
        leftSection={<IconKey size={15} />}
        loading={read.isPending}
        onClick={() => read.mutate()}
      >
        Read key
      </Button>
      <div role="status" aria-label="Offered key">
        {read.data ? <OfferedKey host={host} offered={read.data} /> : null}
      </div>
      <FormProblem error={read.error} />
    </section>
  );
}

function TrustedKeys({ host }: { host: Host }) {
  const remove = useRemoveKey(host.id);
  const deletion = useDeletion<HostKey>({
    title: () => "Stop trusting this key?",
    text: "Commands are refused while the host shows this key.",
    onConfirm: ({ fingerprint }) => remove.mutate(fingerprint),
  });
  return (
    <>
      <ul className={classes.keys}>
        {host.host_keys.map((key) => (
          <li key={key.fingerprint}>
            <div>
              <div className="mono">{key.fingerprint}</div>
              <div className="dim">
                {key.type ? `${key.type}, ` : ""}trusted by {key.added_by} <TimeText at={key.added_at} />
              </div>
            </div>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => deletion.ask(key)}
              aria-label={`Remove key ${key.fingerprint}`}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {deletion.dialog}
    </>
  );
}

interface OfferedKeyProps {
  host: Host;
  offered: { type: string; fingerprint: string };
}

function OfferedKey({ host, offered: { type, fingerprint } }: OfferedKeyProps) {
  const trust = useTrustKey(host.id);
  if (host.host_keys.some((key) => key.fingerprint === fingerprint))
    return (
      <Alert color="teal" variant="light" p="xs">
        The host shows a key that you trust.
      </Alert>
    );
  const file = `/etc/ssh/ssh_host_${fileOf(type)}_key.pub`;
  return (
    <div className={classes.offered}>
      <div>
        <Tag tone="notice">Not trusted</Tag> {type}
      </div>
      <div className={`${classes.fingerprint} mono`}>
        <span>{fingerprint}</span>
        <Copy text={fingerprint} what="fingerprint" />
      </div>
      {host.host_keys.length > 0 ? (
        <p>This key differs from the ones that you trust. Another machine may answer at this address.</p>
      ) : null}
      <p>
        Run this on the host and compare the fingerprint:
        <code className={classes.command}>ssh-keygen -lf {file}</code>
      </p>
      <Button
        leftSection={<IconShieldCheck size={15} />}
        loading={trust.isPending}
        onClick={() => trust.mutate({ type, fingerprint })}
      >
        Trust this key
      </Button>
    </div>
  );
}

/** The name of the key's file on the host. */
function fileOf(type: string): string {
  if (type.startsWith("ecdsa")) return "ecdsa";
  return type === "ssh-rsa" ? "rsa" : "ed25519";
}
