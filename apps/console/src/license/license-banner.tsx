import { IconAlertTriangle } from "@tabler/icons-react";
import { useCan, useProfile } from "../session/context.tsx";
import frame from "../ui/banner.module.css";
import { TextLink } from "../ui/links.tsx";
import classes from "./banner.module.css";
import { countdown } from "./words.ts";

/** What the license or the subscription restricts, above every page. */
export function LicenseBanner() {
  const { banner } = useProfile();
  const can = useCan();
  return (
    <div role="status" aria-label="License">
      {banner ? (
        <div className={`${frame.banner} ${classes.banner}`} data-tone="notice">
          <IconAlertTriangle size={15} aria-hidden="true" />
          <span>
            <Countdown text={countdown(banner)} />
            <strong>{banner.nobody_paged}</strong> {banner.message}{" "}
            {can("admin:license") ? <TextLink to="/settings/license">License & usage</TextLink> : null}
          </span>
        </div>
      ) : null}
    </div>
  );
}

function Countdown({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <>
      <strong>{text}.</strong>{" "}
    </>
  );
}
