import { IconMapQuestion } from "@tabler/icons-react";
import { Face } from "../ui/faces.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { HiddenHeading } from "../ui/page-header.tsx";

export function NotFoundPage() {
  return (
    <>
      <HiddenHeading title="Nothing here" />
      <Face
        icon={<IconMapQuestion size={20} />}
        title="There is no page at this address"
        actions={<ButtonLink to="/incidents">Go to incidents</ButtonLink>}
      >
        The link may be old or mistyped. Press <kbd className="mono">Ctrl K</kbd> to find what you were looking for.
      </Face>
    </>
  );
}
