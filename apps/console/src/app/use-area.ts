import { useLocation, useRouter } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useRef } from "react";

export interface BackLink {
  href: string;
  onClick: (event: MouseEvent) => void;
}

/** The area of the address, and for the settings the link back to the previous page. */
export function useArea(): { area: "main" | "settings"; back: BackLink } {
  const { history } = useRouter();
  const { pathname, href } = useLocation();
  const area = pathname.startsWith("/settings") ? "settings" : "main";
  const lastOfMain = useRef("/");
  useEffect(() => {
    if (area === "main") lastOfMain.current = href;
  }, [area, href]);
  const back = lastOfMain.current;
  const onClick = (event: MouseEvent) => {
    // A click with Ctrl, Shift or Command opens a tab or window, as with any link.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.push(back);
  };
  return { area, back: { href: back, onClick } };
}
