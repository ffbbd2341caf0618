import { ActionIcon, CopyButton, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";

/** The trace id of a failed request, to find it in the logs. */
export function TraceId({ id }: { id: string }) {
  if (!id) return null;
  return (
    <div style={{ display: "flex", alignItems: "center", justifyContent: "inherit", gap: 4, marginTop: 4 }}>
      <span className="dim" style={{ fontSize: 12 }}>
        trace
      </span>
      <code className="mono truncate" style={{ fontSize: 11.5, userSelect: "all" }}>
        {id}
      </code>
      <Copy text={id} what="trace id" />
    </div>
  );
}

export function Copy({ text, what }: { text: string; what: string }) {
  return (
    <CopyButton value={text} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : `Copy ${what}`}>
          <ActionIcon size="sm" onClick={copy} aria-label={copied ? "Copied" : `Copy ${what}`}>
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
