import { IconFileUnknown } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Face } from "./faces.tsx";
import { HiddenHeading } from "./page-header.tsx";

interface NotFoundProps {
  title: string;
  /** A reference as it should look, for records that are asked for by reference. */
  example?: string;
  /** The link to the list. */
  children: ReactNode;
}

/** The page of a record that does not exist. */
export function NotFound({ title, example, children }: NotFoundProps) {
  return (
    <>
      <HiddenHeading title={title} />
      <Face icon={<IconFileUnknown size={20} />} title={title} actions={children}>
        {example ? (
          <>
            Check the reference (for example <span className="mono">{example}</span>).
          </>
        ) : (
          "It may have been deleted, or the link is wrong."
        )}
      </Face>
    </>
  );
}
