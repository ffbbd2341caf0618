export { invitationOf, sendInvitation } from "./invitations.ts";
export { openMailer } from "./mailer.ts";
