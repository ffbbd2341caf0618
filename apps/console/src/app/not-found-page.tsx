import { IconMapQuestion } from "@tabler/icons-react";
import { Face } from "../ui/faces.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { HiddenHeading } from "../ui/page-header.tsx";

export function NotFoundPage() {
  return (
    <>
      <HiddenHeading title="Page not found" />
      <Face
        icon={<IconMapQuestion size={20} />}
        title="Page not found"
        actions={<ButtonLink to="/">Go home</ButtonLink>}
      >
        The link may be broken or the page may have moved. Press <kbd className="mono">Ctrl K</kbd> to search.
      </Face>
    </>
  );
}
