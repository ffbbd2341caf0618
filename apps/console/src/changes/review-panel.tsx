import { Button, Group, Stack, Textarea } from "@mantine/core";
import type { Change } from "@opsplane/contract";
import { useState } from "react";
import { Markdown } from "../ui/markdown.tsx";
import { Panel } from "../ui/panel.tsx";
import { Tag } from "../ui/tag.tsx";
import { useUpdateChange } from "./mutations.ts";

const tones = { pending: "notice", accepted: "good", rejected: "bad" } as const;

/** The review of an emergency change that started before its approval. */
export function ReviewPanel({ change, mayWrite }: { change: Change; mayWrite: boolean }) {
  const { review_status, review_notes } = change;
  if (!review_status) return null;
  return (
    <Panel title="Review" action={<Tag tone={tones[review_status]}>{review_status}</Tag>}>
      {review_status === "pending" ? (
        <Pending change={change} mayWrite={mayWrite} />
      ) : review_notes ? (
        <Markdown source={review_notes} />
      ) : (
        <span className="dim">No review notes.</span>
      )}
    </Panel>
  );
}

function Pending({ change, mayWrite }: { change: Change; mayWrite: boolean }) {
  if (change.approval_status === "pending")
    return <span className="dim">Started before approval. The approval below is its review.</span>;
  if (change.status === "implementing")
    return <span className="dim">Started before approval. Review opens when the change ends.</span>;
  return mayWrite ? <ReviewForm change={change} /> : <span className="dim">Awaiting review.</span>;
}

function ReviewForm({ change }: { change: Change }) {
  const update = useUpdateChange(change);
  const [notes, setNotes] = useState("");
  const review = (review_status: "accepted" | "rejected") =>
    update.mutate({ patch: { review_status, review_notes: notes } });
  return (
    <Stack gap="sm">
      <Textarea
        aria-label="Review notes, in markdown"
        placeholder="Was starting early justified? What should we do differently?"
        autosize
        minRows={2}
        maxRows={14}
        maxLength={50_000}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      <Group gap={6}>
        <Button loading={update.isPending} onClick={() => review("accepted")}>
          Accept
        </Button>
        <Button variant="default" disabled={update.isPending} onClick={() => review("rejected")}>
          Reject
        </Button>
      </Group>
    </Stack>
  );
}
