import { Button, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Deployment } from "@opsplane/contract/control-plane";
import { useState } from "react";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { useChange } from "../api.tsx";
import { useUpgradeHook } from "./queries.ts";

/** The address that starts upgrades of a deployment. */
export function HookButton({ deployment }: { deployment: Deployment }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={`Upgrade hook of ${deployment.name}`} onClick={open}>
        Hook
      </Button>
      {opened ? <HookDialog deployment={deployment} onClose={close} onSecret={setSecret} /> : null}
      <SecretOnce
        title={`Upgrade hook of ${deployment.name}`}
        label="Signing secret"
        secret={secret}
        onClose={() => setSecret(undefined)}
      >
        The upgrade script verifies requests with it.
      </SecretOnce>
    </>
  );
}

interface HookDialogProps {
  deployment: Deployment;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

function HookDialog({ deployment: { id, name }, onClose, onSecret }: HookDialogProps) {
  const hook = useUpgradeHook(id);
  const [url, setUrl] = useState("");
  const params = { id };
  const set = useChange((api, address: string) => api.rollouts.setHook({ params, body: { url: address } }));
  const remove = useChange((api, _: undefined) => api.rollouts.removeHook({ params }), {
    done: () => "Upgrade hook removed",
    failed: "Couldn't remove the upgrade hook",
  });
  return (
    <FormDialog
      title={`Upgrade hook of ${name}`}
      submit="Set hook"
      isDirty={url !== ""}
      pending={set.isPending}
      error={set.error ?? hook.error}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate(url.trim(), {
          onSuccess: (made) => {
            onClose();
            onSecret(made.secret);
          },
        });
      }}
    >
      <Text size="sm">
        {hook.data
          ? `Rollouts call ${hook.data.url}.`
          : "Without a hook, rollouts wait until an operator has upgraded."}
      </Text>
      <TextInput
        label="Address"
        type="url"
        placeholder="https://upgrades.example.com/hook"
        description="A new signing secret is shown once."
        data-autofocus
        maxLength={2000}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      {hook.data ? (
        <Button
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
        >
          Remove hook
        </Button>
      ) : null}
    </FormDialog>
  );
}
