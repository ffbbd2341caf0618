import { ButtonLink } from "../ui/links.tsx";
import { NotFound } from "../ui/not-found.tsx";

export function MissingReport() {
  return (
    <NotFound title="Report not found">
      <ButtonLink to="/reports" variant="default">
        All reports
      </ButtonLink>
    </NotFound>
  );
}
