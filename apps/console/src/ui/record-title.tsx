import { ActionIcon, Tooltip } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { usePageHeading } from "./page-header.tsx";
import classes from "./record-page.module.css";

interface RecordTitleProps {
  /** The name of the browser tab; the title by default. */
  tab?: string;
  children: string;
  /** The edit button, for those who can edit. */
  edit?: { what: string; open: () => void } | undefined;
}

export function RecordTitle({ tab, children, edit }: RecordTitleProps) {
  const heading = usePageHeading(tab ?? children);
  return (
    <div className={classes.titleRow}>
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
      {edit ? (
        <Tooltip label={`Edit ${edit.what} (e)`}>
          <ActionIcon size={28} onClick={edit.open} aria-label={`Edit ${edit.what}`}>
            <IconPencil size={15} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </div>
  );
}
