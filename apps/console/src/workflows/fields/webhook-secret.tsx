import { Button } from "@mantine/core";
import type { Workflow } from "@opsplane/contract";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { Copy } from "../../ui/trace-id.tsx";
import { useNewHookSecret } from "../mutations.ts";
import { signedCall } from "./signed-call.ts";
import classes from "./webhook-secret.module.css";

/** The address of a workflow's webhook and the secret that signs it. Both exist once the workflow is saved. */
export function WebhookSecret({ workflow }: { workflow: Workflow | undefined }) {
  const takesHooks = workflow?.triggers.some(({ type }) => type === "webhook") ?? false;
  if (!workflow || !takesHooks) return <span className="dim">Save the workflow, then make a secret here.</span>;
  return <Saved workflow={workflow} />;
}

function Saved({ workflow }: { workflow: Workflow }) {
  const make = useNewHookSecret(workflow.id);
  const [asked, setAsked] = useState(false);
  const url = workflow.webhook_url ? window.location.origin + workflow.webhook_url : undefined;
  const example = make.data ? signedCall(window.location.origin + make.data.url, make.data.secret) : "";
  return (
    <>
      {url ? (
        <div className={classes.url}>
          <code className="mono">{url}</code>
          <Copy text={url} what="URL" />
        </div>
      ) : (
        <span className="dim">The webhook works once it has a secret.</span>
      )}
      <Button
        variant="default"
        style={{ justifySelf: "start" }}
        leftSection={<IconKey size={14} />}
        loading={make.isPending}
        onClick={() => (url ? setAsked(true) : make.mutate())}
      >
        {url ? "Rotate secret" : "Make a secret"}
      </Button>
      <AskDialog
        opened={asked}
        title="Rotate the secret?"
        confirm="Rotate"
        onClose={() => setAsked(false)}
        onConfirm={() => make.mutate()}
      >
        The old secret stops working at once. Give the new one to every sender.
      </AskDialog>
      <SecretOnce
        title={`Webhook secret of ${workflow.name}`}
        label="Secret"
        secret={make.data?.secret}
        onClose={make.reset}
        use={
          <div>
            <p className={classes.where}>Send a signed request from a shell with curl and openssl:</p>
            <div className={classes.snippet}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must take the focus */}
              <pre tabIndex={0}>{example}</pre>
              <Copy text={example} what="example" />
            </div>
          </div>
        }
      />
    </>
  );
}
