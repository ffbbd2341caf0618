import { ActionIcon, CopyButton, Tooltip } from "@mantine/core";
import { IconCheck, IconLink } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { writeSearch } from "../feature/search.ts";
import { absoluteRange, type Interval } from "../time/range.ts";

/** Copies a link to this view with absolute times, so that others see the same data later. */
export function ShareButton({ interval }: { interval: Interval }) {
  const { pathname, search } = useLocation();
  const link = `${window.location.origin}${pathname}${writeSearch({ ...search, ...absoluteRange(interval), refresh: undefined })}`;
  return (
    <CopyButton value={link} timeout={1500}>
      {({ copied, copy }) => {
        const label = copied ? "Link copied" : "Copy link with absolute times";
        return (
          <Tooltip label={label}>
            <ActionIcon variant="default" size={30} aria-label={label} onClick={copy}>
              {copied ? <IconCheck size={15} /> : <IconLink size={15} />}
            </ActionIcon>
          </Tooltip>
        );
      }}
    </CopyButton>
  );
}
