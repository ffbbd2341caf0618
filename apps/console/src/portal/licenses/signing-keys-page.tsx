import type { LicenseKey } from "@opsplane/contract/control-plane";
import { IconKey } from "@tabler/icons-react";
import { usePaged } from "../../api/paged.ts";
import { TimeText } from "../../time/time.tsx";
import { Face } from "../../ui/faces.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Copy } from "../../ui/trace-id.tsx";
import { useChange, usePortalApi } from "../api.tsx";
import { useCan } from "../can.ts";
import { AskButton } from "../frame/ask-button.tsx";
import { DataTable } from "../frame/data-table.tsx";
import { PortalPage } from "../frame/portal-page.tsx";
import { keyTones, keyWords } from "../words.ts";

export function SigningKeysPage() {
  const can = useCan();
  return (
    <PortalPage
      title="Signing keys"
      intro="They sign licenses and statements. Rotate, add the new public key to all hosted deployments, then retire the old key."
      needs="license-keys:read"
      actions={can("license-keys:write") ? <RotateButton /> : null}
    >
      {() => <KeyList />}
    </PortalPage>
  );
}

function KeyList() {
  const api = usePortalApi();
  const can = useCan();
  const keys = usePaged(["license-keys"], (page, call) => api.licenseKeys.list({ query: page }, call));
  return (
    <PagedFace list={keys} empty={<Face icon={<IconKey size={20} />} title="No signing keys" />}>
      {(items) => (
        <DataTable
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            { head: "Key", cell: ({ kid }) => <span className="mono">{kid}</span> },
            { head: "State", cell: ({ state }) => <Tag tone={keyTones[state]}>{keyWords[state]}</Tag> },
            { head: "Created", wide: true, cell: ({ created_at }) => <TimeText at={created_at} /> },
            {
              head: "Public key",
              cell: ({ public_pem, kid }) => <Copy text={public_pem} what={`public key ${kid}`} />,
            },
          ]}
          actions={
            can("license-keys:write")
              ? (key) => (key.state === "retiring" ? <RetireButton signingKey={key} /> : null)
              : undefined
          }
        />
      )}
    </PagedFace>
  );
}

function RotateButton() {
  const rotate = useChange((api, _: undefined) => api.licenseKeys.rotate(), { done: () => "New signing key created" });
  return (
    <AskButton
      label="Rotate"
      title="Make a new signing key?"
      variant="filled"
      change={rotate}
      onConfirm={(_, close) => rotate.mutate(undefined, { onSuccess: close })}
    >
      New licenses are signed with it at once. The previous key retires when you say so.
    </AskButton>
  );
}

function RetireButton({ signingKey: { id, kid } }: { signingKey: LicenseKey }) {
  const retire = useChange((api, params: { id: string }) => api.licenseKeys.retire({ params }), {
    done: () => "Signing key retired",
  });
  return (
    <AskButton
      size="compact-sm"
      label="Retire"
      of={kid}
      title={`Retire ${kid}?`}
      change={retire}
      onConfirm={(_, close) => retire.mutate({ id }, { onSuccess: close })}
    >
      It no longer signs anything. Do this when all hosted deployments have the new public key.
    </AskButton>
  );
}
