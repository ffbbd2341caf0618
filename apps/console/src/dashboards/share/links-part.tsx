import { ActionIcon, Alert, Button, CopyButton, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconCheck, IconCopy, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { TimeText, useClock } from "../../time/time.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import classes from "../dashboards.module.css";
import { useCreateLink, useLinks, useRevokeLink } from "../queries.ts";

const dayMs = 86_400_000;
const lifetimes = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
];

/** The public links of a dashboard. */
export function LinksPart({ id }: { id: string }) {
  const links = useLinks(id);
  const create = useCreateLink(id);
  const revoke = useRevokeLink(id);
  const { now } = useClock();
  const [name, setName] = useState("");
  const [days, setDays] = useState("7");
  const make = () =>
    create.mutate(
      { name: name.trim(), expires_at: new Date(Date.now() + Number(days) * dayMs).toISOString() },
      { onSuccess: () => setName("") },
    );
  return (
    <Stack gap="sm">
      <div>
        <b>Public links</b>
        <Text size="sm" c="dimmed">
          Everyone who has a link sees this dashboard without signing in, with the data that you can see.
        </Text>
      </div>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Name of the link"
          placeholder="Screen in the lobby"
          flex={1}
          miw={160}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="Expires in"
          w={120}
          allowDeselect={false}
          data={lifetimes}
          value={days}
          onChange={(value) => setDays(value ?? "7")}
        />
        <Button size="sm" variant="default" loading={create.isPending} onClick={make}>
          Create link
        </Button>
      </Group>
      {create.data ? <NewLink url={create.data.url} /> : null}
      <QueryFace
        query={links}
        isEmpty={({ total }) => total === 0}
        empty={<span className="dim">No public links yet.</span>}
        loading={<span className="dim">Loading…</span>}
      >
        {({ items }) => (
          <ul className={classes.links} aria-label="Public links">
            {items.map((link) => (
              <li key={link.id}>
                <div>
                  <div>{link.name || "Unnamed link"}</div>
                  <div className={classes.sub}>
                    {Date.parse(link.expires_at) <= now ? "Expired " : "Expires "}
                    <TimeText at={link.expires_at} /> · {link.created_by}
                  </div>
                </div>
                <ActionIcon
                  size={28}
                  aria-label={`Revoke ${link.name || "unnamed link"}`}
                  onClick={() => revoke.mutate(link.id)}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
      </QueryFace>
    </Stack>
  );
}

/** A new link is shown once, because only a hash of its token is stored. */
function NewLink({ url }: { url: string }) {
  return (
    <Alert color="teal" variant="light" p="sm">
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label="Copy it now. You won't be able to see it again."
          aria-label="New public link"
          value={url}
          readOnly
          flex={1}
          classNames={{ input: "mono" }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button
              size="sm"
              onClick={copy}
              leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
              miw={98}
            >
              {copied ? "Copied" : "Copy"}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  );
}
