import { type ReactNode, useEffect } from "react";
import { Logo } from "../ui/logo.tsx";
import classes from "./sign-in-frame.module.css";

interface SignInFrameProps {
  title: string;
  lead: string;
  /** For forms with more than a few fields. */
  wide?: boolean;
  children: ReactNode;
}

export function SignInFrame({ title, lead, wide = false, children }: SignInFrameProps) {
  useEffect(() => {
    document.title = `${title} · Opsplane`;
  }, [title]);
  return (
    <div className={classes.frame}>
      <main className={classes.main}>
        <div className={classes.card} data-wide={wide}>
          <div className={classes.brand}>
            <Logo size={24} />
            Opsplane
          </div>
          <h1>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {children}
        </div>
      </main>
      <footer className={classes.footer}>IT operations in one place</footer>
    </div>
  );
}
