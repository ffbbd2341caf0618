import { Group, NumberInput, Radio, Select, TextInput } from "@mantine/core";
import type { Host } from "@opsplane/contract";
import { useCan } from "../session/context.tsx";
import { SecretSelect } from "../settings/index.ts";
import type { HostDraft, HostProblems } from "./host-draft.ts";
import classes from "./hosts.module.css";
import { useHosts } from "./queries.ts";

interface SshFieldsProps {
  host: Host | undefined;
  draft: HostDraft;
  problems: HostProblems;
  onChange: (changes: Partial<HostDraft>) => void;
}

export function SshFields({ host, draft, problems, onChange }: SshFieldsProps) {
  const placeChanged =
    host !== undefined &&
    host.host_keys.length > 0 &&
    (host.address !== draft.address.trim() || host.port !== draft.port);
  return (
    <>
      <div className={classes.place}>
        <TextInput
          label="Address"
          description={placeChanged ? "A new address removes the trusted keys." : "Name or IP address"}
          placeholder="web-1.example.com"
          maxLength={253}
          spellCheck={false}
          error={problems.address}
          value={draft.address}
          onChange={(event) => onChange({ address: event.currentTarget.value })}
        />
        <NumberInput
          label="Port"
          description="Usually 22"
          min={1}
          max={65_535}
          allowDecimal={false}
          hideControls
          error={problems.port}
          value={draft.port}
          onChange={(port) => onChange({ port: Number(port) })}
        />
      </div>
      <TextInput
        label="Username"
        placeholder="ops"
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        error={problems.username}
        value={draft.username}
        onChange={(event) => onChange({ username: event.currentTarget.value })}
      />
      <Radio.Group
        label="Log in with"
        value={draft.authentication}
        onChange={(value) => onChange({ authentication: value === "password" ? "password" : "key" })}
      >
        <Group gap="lg" mt={6}>
          <Radio value="key" label="Private key" />
          <Radio value="password" label="Password" />
        </Group>
      </Radio.Group>
      <Credential draft={draft} problems={problems} onChange={onChange} />
      <BastionSelect host={host} value={draft.bastion_id} onChange={(bastion_id) => onChange({ bastion_id })} />
    </>
  );
}

function Credential({ draft, problems, onChange }: Omit<SshFieldsProps, "host">) {
  const can = useCan();
  if (!can("admin:secrets"))
    return <div className="dim">To choose the secret, you need the permission admin:secrets.</div>;
  const isKey = draft.authentication === "key";
  return (
    <>
      <SecretSelect
        label={isKey ? "Private key" : "Password"}
        description={isKey ? "A secret with the private key, as ssh-keygen writes it." : "A secret with the password."}
        error={problems.secret_id}
        value={draft.secret_id}
        onChange={(secret_id) => onChange({ secret_id })}
      />
      {isKey ? (
        <SecretSelect
          label="Passphrase"
          description="Only for an encrypted private key."
          value={draft.passphrase_secret_id}
          onChange={(passphrase_secret_id) => onChange({ passphrase_secret_id })}
        />
      ) : null}
    </>
  );
}

interface BastionSelectProps {
  host: Host | undefined;
  value: string | null;
  onChange: (id: string | null) => void;
}

function BastionSelect({ host, value, onChange }: BastionSelectProps) {
  const hosts = useHosts("").data?.items ?? [];
  const options = hosts
    .filter(({ id, connection }) => connection === "ssh" && id !== host?.id)
    .map(({ id, name }) => ({ value: id, label: name }));
  // The chosen one may be on a later page of the list.
  if (host?.bastion_id && !options.some((option) => option.value === host.bastion_id))
    options.unshift({ value: host.bastion_id, label: host.bastion_name ?? host.bastion_id });
  return (
    <Select
      label="Bastion"
      description="The host through which this one is reached."
      placeholder="None"
      clearable
      searchable
      clearButtonProps={{ "aria-label": "Clear bastion" }}
      nothingFoundMessage="No hosts found"
      data={options}
      value={value}
      onChange={onChange}
    />
  );
}
