export { invitationOf, sendInvitation } from "./invitations.ts";
export { type Mailer, openMailer } from "./mailer.ts";
