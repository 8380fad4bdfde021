import { loginPathFor } from "@mcc/contract/sign-in/next-page.ts";
import { type Html, html } from "../../platform/html.ts";

interface Shown {
  readonly username: string;
  readonly newEmail: string;
  readonly formerEmail: string | null;
  readonly email: string;
}

/** One of the two pages behind the links about a new address. */
export interface EmailLinkPage {
  readonly title: string;
  readonly question: (change: Shown, formToken: string) => Html;
  readonly done: (change: Shown) => Html;
  /** The same for a link that never was, has expired or was used: it tells no one which. */
  readonly ended: Html;
}

const formOf = (token: string, button: string): Html =>
  html`<form method="post"><input type="hidden" name="form" value="${token}"><button>${button}</button></form>`;

const home = html`<p><a href="/">Continue to the Management Control Center</a></p>`;

export const confirmPage: EmailLinkPage = {
  title: "Confirm your e-mail address",
  question: ({ username, newEmail, email }, token) => html`<h1>Use ${newEmail} from now on?</h1>
<article><p>The account ${username} has the address ${email}. Once you confirm the new one, messages go there, and links that were sent to the other one no longer work.</p>
${formOf(token, "Confirm this address")}</article>`,
  done: ({ newEmail }) => html`<h1>Your address was changed</h1>
<article><p>Messages now go to ${newEmail}.</p>${home}</article>`,
  ended: html`<h1>This link no longer works</h1>
<article><p>A link that confirms an address works once and for 24 hours, until your password or e-mail address changes. You can get another one on your <a href="${loginPathFor("/profile")}">profile</a>.</p>${home}</article>`,
};

export const undoPage: EmailLinkPage = {
  title: "Restore your e-mail address",
  question: ({ username, formerEmail, email }, token) => html`<h1>Restore ${formerEmail ?? ""}?</h1>
<article><p>The account ${username} has the address ${email} now. If you did not change it, restore yours. Everybody who uses the account is signed out.</p>
${formOf(token, "Restore my address")}</article>`,
  done: ({ formerEmail }) => html`<h1>Your address was restored</h1>
<article><p>Messages go to ${formerEmail ?? ""} again, and the account is signed out everywhere.</p>
<p>Whoever changed the address knew your password, so <a href="/forgot-password">choose a new password</a> now.</p></article>`,
  ended: html`<h1>This link no longer works</h1>
<article><p>A link that restores an address works once and for 7 days. If you did not change your address, tell an administrator of your company.</p>${home}</article>`,
};

export const takenAddress = html`<h1>Somebody else uses this address</h1>
<article><p>Nothing was changed. Tell an administrator of your company.</p>${home}</article>`;

/** Whoever posts the form without having opened the page changes nothing. */
export const refusedForm = (path: string): Html => html`<h1>Nothing was changed</h1>
<article><p>Your browser did not send what this page needs. Allow cookies for this page, then open it again.</p>
<p><a href="${path}">Open the page again</a></p></article>`;
