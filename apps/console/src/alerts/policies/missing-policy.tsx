import { ButtonLink } from "../../ui/links.tsx";
import { NotFound } from "../../ui/not-found.tsx";

export function MissingPolicy() {
  return (
    <NotFound title="Alert policy not found">
      <ButtonLink to="/alerts/policies" variant="default">
        All alert policies
      </ButtonLink>
    </NotFound>
  );
}
