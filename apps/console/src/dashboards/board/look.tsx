import { createContext, type ReactNode, useContext } from "react";
import type { Interval } from "../../time/range.ts";
import type { ChartMarker } from "../../ui/chart/plot-props.ts";
import { TextLink } from "../../ui/links.tsx";

/** What all widgets of a board share. */
interface BoardLook {
  /** Opened by a public link: nothing leads to other pages. */
  isShared: boolean;
  interval: Interval;
  markers: readonly ChartMarker[];
  /** The marker that is pointed at in the list of events. */
  activeMarker: string | undefined;
  onSelect?: ((interval: Interval) => void) | undefined;
}

const LookContext = createContext<BoardLook | undefined>(undefined);

export function BoardLookProvider({ look, children }: { look: BoardLook; children: ReactNode }) {
  return <LookContext value={look}>{children}</LookContext>;
}

export function useBoardLook(): BoardLook {
  const look = useContext(LookContext);
  if (!look) throw new Error("useBoardLook needs a BoardLookProvider above it.");
  return look;
}

interface RecordLinkProps {
  kind: "incident" | "change";
  reference: string;
}

/** The reference of a record; a link for those who are signed in. */
export function RecordLink({ kind, reference }: RecordLinkProps) {
  if (useBoardLook().isShared) return <span className="mono">{reference}</span>;
  return kind === "incident" ? (
    <TextLink className="mono" to="/incidents/$reference" params={{ reference }}>
      {reference}
    </TextLink>
  ) : (
    <TextLink className="mono" to="/changes/$reference" params={{ reference }}>
      {reference}
    </TextLink>
  );
}
