import { errorMessages } from "./error-messages.ts";

/** Every error a caller can receive: its code, its status, its message. */
export const errors = {
  "input.invalid": [400, errorMessages.invalid],
  "input.unreadable": [400, "The request could not be read."],
  "input.not_json": [400, "The body is not JSON."],
  "input.forbidden_key": [
    400,
    "The body must not have a key named __proto__, nor a key named prototype inside constructor.",
  ],
  "input.too_nested": [400, "The body is nested too deeply, or has too many values."],
  "request.aborted": [400, "The request was aborted."],
  "input.media_type": [400, "The body must be sent as application/json."],
  "input.not_lines": [400, "The lines must be sent as application/x-ndjson, application/json or text/plain."],
  "input.lines_refused": [
    400,
    "Too many lines were refused. This line and those after it were ignored: correct them and send them again.",
  ],
  "input.encoded": [400, "The body must be sent without a Content-Encoding."],
  "list.too_broad": [
    400,
    "This takes too long to find. Please use more specific filters or a longer search.",
  ],
  "order.total_changed": [400, "The total of this order has changed."],
  "order.not_pending": [400, "This order is no longer waiting for approval"],
  "hierarchy.decides": [
    400,
    "In a company with a hierarchy, the node of a user decides which sites they see.",
  ],
  "import.rows": [400, "Rows of this file have errors. Nothing was imported."],
  "passkey.refused": [400, "This passkey could not be verified. Please try again."],
  "line.last": [400, "The last item of an order cannot be removed."],
  "auth.required": [401, "Please log in below to access this website."],
  "auth.failed": [401, errorMessages.signInFailed],
  "auth.challenge_ended": [401, "This sign-in has expired. Please sign in again."],
  "auth.factor_failed": [401, "This code or passkey is not valid. Please try again."],
  "auth.passkey_failed": [401, "This passkey is not valid here. Please sign in with your password."],
  "auth.sso_refused": [401, "Your company's sign-in did not work. Please try again."],
  "key.required": [401, "A valid API key is required, sent as Authorization: ApiKey {key}."],
  "directory.token_required": [
    401,
    "A valid directory token is required, sent as Authorization: Bearer {token}.",
  ],
  "assistants.token": [401, "A valid access token is required, sent as Authorization: Bearer {token}."],
  "key.scope": [403, "This API key is not allowed to make this call."],
  "key.person": [403, "API keys cannot do this. Please sign in to the portal."],
  "auth.second_factor_required": [403, "Please confirm with your second factor that it is you."],
  "auth.enrollment_required": [403, "Your account needs a second factor. Set one up to continue."],
  "auth.confirmation_required": [403, "Please confirm that it is you."],
  "auth.sso_required": [403, "Your company signs in with its identity provider, not with a password."],
  "auth.company_closed": [403, "Your company's account is closed. Please contact your provider."],
  "auth.network": [403, "Your company can be used from its own networks only."],
  "assistants.off": [
    403,
    "Your company does not let assistants be connected. A company admin can change that under Configuration, Security.",
  ],
  "assistants.too_long": [400, "The answer is too long. Please ask for less."],
  "assistants.kind": [403, "This assistant was not allowed to read that."],
  "access.denied": [403, "You do not have access to this page."],
  "support.read_only": [403, "Support access is read only, without files, exports and keys."],
  "support.not_granted": [403, "This company does not grant support access now."],
  "approval.not_yours": [403, "This order is not waiting for your approval."],
  "question.not_yours": [403, "Only a user who can decide about this order now can ask about it."],
  "line.placer": [403, "You placed this order, so someone else has to remove its items."],
  "view.not_owner": [403, "Only the person who saved this view can change it."],
  "report.not_owner": [403, "Only the person who made this report can change it."],
  "login_as.buyout": [403, "Only company admins can log in to the storefront of this site."],
  not_found: [404, "Not found."],
  "login_as.invalid": [
    404,
    "This login is not valid or has expired: it works once, within 60 seconds. Please log in again from the portal.",
  ],
  "account.not_found": [404, "There is no account with that username or email address."],
  "order.pending": [
    409,
    "This order is pending approval: until it is decided, it can only be canceled, paid for or given tracking numbers.",
  ],
  "company.not_configured": [409, "This company has no configuration yet: create it first."],
  "event.no_address": [409, "This company has no address that events are sent to."],
  "job.running": [409, "This job is running."],
  "order.rejected": [409, "This order was rejected in the portal and remains rejected."],
  "order.canceled": [409, "This order was canceled before it was approved: send it again as a new order."],
  "order.needs_approval": [
    409,
    "With this change the order would need an approval that was never requested: send the additional items as a new order.",
  ],
  "order.item_removed": [
    409,
    "An approver has removed an item from this order: leave it out, or send it as a new order.",
  ],
  "order.quantity_reduced": [
    409,
    "An approver has reduced the quantity of an item of this order: send no more of it, or send the rest as a new order.",
  ],
  "order.has_remarks": [409, "This order has a new warning or question."],
  "warning.dismissed": [409, "This warning was dismissed already."],
  "comments.full": [409, "This order has as many comments as an order can have."],
  "order.already_approved": [409, errorMessages.alreadyApproved],
  "rule.pending": [
    409,
    "Orders are pending this rule: it can be deleted once they are approved or rejected.",
  ],
  "budget.pending": [
    409,
    "Orders are pending the step of this budget: it can be deleted once they are approved or rejected.",
  ],
  "budget.recounting": [
    409,
    "This budget is being recomputed from the orders. Please try again when that is done.",
  ],
  "role.budget": [
    409,
    "A budget has its further approval step decided by this role: change the budget first.",
  ],
  "rules.changed": [
    409,
    "The rules were changed in the meantime, so nothing was saved. Discard the draft and start from the current rules.",
  ],
  "approvals.pending": [409, errorMessages.approvalsPending],
  "approver.needed": [409, "Pending orders have no other eligible approver: approve or reject them first."],
  "role.escalation": [
    409,
    "Overdue approvals are escalated to this role: choose another one in the approval settings first.",
  ],
  "role.in_use": [409, "Users have this role: give them another one first."],
  "node.root": [409, "The root of the hierarchy can't be deleted."],
  "node.in_use": [409, "This node has nodes below it, sites or users: move them first."],
  "node.configured": [409, "This node has a configuration already."],
  "company.closed": [409, "This company is closed already."],
  "company.open": [409, "This company is not closed."],
  "company.deleting": [409, "The deletion of this company has begun: it cannot be opened again."],
  "company.configured": [409, "This company has a configuration already."],
  "user.has_password": [409, "This user has set a password already."],
  "administrator.active": [409, "This administrator has set a password already."],
  "administrator.last": [
    409,
    "This is the only administrator who can sign in: invite another one, who has to set a password first.",
  ],
  "group.in_use": [409, "Nodes belong to this group: move them to another group first."],
  "site_type.in_use": [409, "Sites have this type: give them another one first."],
  "login_as.no_storefront": [409, "Your company has no storefront yet."],
  "support.granted": [409, "Support access is granted already. Revoke it to grant it anew."],
  "import.undone": [409, "This import was undone."],
  "import.in_use": [409, "This import cannot be undone: something depends on it, or was changed since."],
  "user.self": [409, "You can't delete your own user: ask another company admin."],
  "user.last_admin": [
    409,
    "The last company admin can't be deleted: the company could not be managed anymore.",
  ],
  "factors.full": [409, "You have as many second factors as an account can have: remove one first."],
  "factors.none": [409, "Set up a second factor first."],
  "factors.required": [
    409,
    "Your account needs a second factor: set up another one before you remove this one.",
  ],
  "factors.own": [409, "Your own second factors are in your profile."],
  "mappings.changed": [
    409,
    "The mappings were changed in the meantime, so nothing was saved. Load them again and repeat your change.",
  ],
  "auth.sso_not_confirmed": [409, "Your identity provider did not confirm that it is you. Please try again."],
  "sso.incomplete": [409, "Something is missing: complete the settings of the connection first."],
  "sso.not_tested": [409, "Try the connection first: it can be switched on once a try-out has succeeded."],
  "sso.last_connection": [
    409,
    "Your company requires single sign-on, and this is its only connection: change that in the security settings first.",
  ],
  "sso.connections_full": [409, "Your company has as many connections as it can have: delete one first."],
  "sso.domains_full": [409, "Your company has as many domains as it can have: remove one first."],
  "sso.domain_taken": [409, "Another company has confirmed this domain."],
  "directory.tokens_full": [409, "Your directory has two tokens already: delete one of them first."],
  "company_keys.full": [409, "Your company has as many API keys as it can have: delete one first."],
  "assistants.full": [409, "You have as many assistants as you can have: revoke one in your profile first."],
  "directory.keeps": [409, "This user is kept by your company's directory. Deactivate or delete them there."],
  "sso.unreachable": [409, "The identity provider does not answer."],
  "webhook.full": [409, "Your company has as many receivers as it can have: delete one first."],
  "secret.replaced": [
    409,
    "Two earlier secrets are still valid. Replace it again when one of them has ended.",
  ],
  "webhook.paused": [409, "This receiver is paused: resume it first."],
  "preferences.full": [409, "Your saved settings are full: at most 100 of them, with 200 kB in all."],
  "views.full": [409, "There are too many views of this list: delete one first."],
  "reports.full": [409, "You have as many reports as one person can have: delete one first."],
  "report.view_invalid": [
    409,
    "A filter of the report's view no longer works: its owner has to choose the view again.",
  ],
  "report.no_reader": [409, "There is no one to send this report to: nobody has accepted it."],
  "host.unknown": [
    421,
    "This server does not serve that host name: set MCC_PUBLIC_URL to its address, or name the host in MCC_HOSTS.",
  ],
  "input.too_large": [413, "The request is too large."],
  "file.too_large": [413, "The file is too large: a document can have at most 100 MB."],
  "file.type": [
    415,
    "Documents must be PDF, PNG, JPEG, GIF, WebP, TIFF, text, CSV, Word, Excel or ZIP files. This file has another type.",
  ],
  "file.infected": [422, "The virus scanner found a virus in this file, so it was refused."],
  "input.too_slow": [408, "The request took too long to arrive."],
  "input.headers_too_large": [431, "The headers of the request are too large."],
  "rate.limited": [429, "Too many attempts. Please wait a moment and try again."],
  "key.rate": [
    429,
    "This API key has sent too many requests. Please wait as many seconds as Retry-After says, and send again.",
  ],
  "key.busy": [
    429,
    "Too many requests with this API key are in progress. Please wait for a response, and send again.",
  ],
  "requests.waiting": [429, "Too many of your requests are pending. Please try again in a moment."],
  "rate.company": [429, "Too many of these are in progress in your company. Please try again in a moment."],
  "simulations.full": [
    429,
    "Too many simulations of your company are waiting. Cancel one, or try again when one has finished.",
  ],
  "export.running": [
    429,
    "Two of your exports are already running. Please try again when one of them has finished.",
  ],
  unexpected: [500, errorMessages.unexpected],
  "file.not_scanned": [
    503,
    "The virus scanner does not answer, so no file can be accepted. Please try again in a few minutes.",
  ],
  unavailable: [503, "The service is busy or starting. Please try again in a moment."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;
export type FieldErrors = Record<string, string[]>;

/** What is wrong with one cell of a file. */
export interface RowError {
  readonly row: number;
  readonly column: string;
  readonly message: string;
}

interface ErrorDetails {
  readonly fields?: FieldErrors;
  readonly retryAfter?: number;
  readonly detail?: string;
  readonly reasons?: readonly string[];
  readonly errors?: readonly RowError[];
  readonly facts?: Readonly<Record<string, unknown>>;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfter: number | undefined;
  /** Sentences that say why in detail, for a refusal that has several reasons. */
  readonly reasons: readonly string[] | undefined;
  /** Every cell of a file that was refused. */
  readonly errors: readonly RowError[] | undefined;
  /** What the caller needs to go on. */
  readonly facts: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, more: ErrorDetails = {}) {
    super(more.detail ?? errors[code][1]);
    this.code = code;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
    this.reasons = more.reasons;
    this.errors = more.errors;
    this.facts = more.facts;
  }

  get status(): number {
    return errors[this.code][0];
  }
}

/**
 * Reads as a sentence: `const order = (await findOrder(…)) ?? fail("not_found")`. `detail` replaces the words of the
 * code, for example where they count something.
 */
export function fail(code: ErrorCode, detail?: string): never {
  throw new AppError(code, { detail });
}

/** One invalid field, with the message shown under it. */
export function failField(field: string, message: string): never {
  throw new AppError("input.invalid", { fields: { [field]: [message] } });
}

interface FieldIssue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** The maximum number of invalid fields in a response; thousands would be slow to serialize and of no use. */
export const MAX_FIELDS = 100;
const MORE_FIELDS = `More than ${MAX_FIELDS} fields are invalid: these are the first of them.`;

/** Each invalid field separately: zod reports unknown keys together. */
function* fieldIssues(findings: readonly FieldIssue[]): Generator<readonly [path: string, message: string]> {
  for (const { code, path, message, keys = [] } of findings) {
    if (code !== "unrecognized_keys") yield [path.join("."), message];
    else for (const key of keys) yield [[...path, key].join("."), message];
  }
}

/** zod's issues in the response format: every invalid field with its messages. */
export const fieldsOf = (findings: readonly FieldIssue[]): FieldErrors => {
  // Without a prototype: a field may be called constructor.
  const fields: FieldErrors = Object.create(null);
  let named = 0;
  for (const [path, message] of fieldIssues(findings)) {
    const field = path || "non_field_errors";
    if (!(field in fields) && ++named > MAX_FIELDS) {
      fields.non_field_errors = [...(fields.non_field_errors ?? []), MORE_FIELDS];
      break;
    }
    fields[field] ??= [];
    if (!fields[field].includes(message)) fields[field].push(message);
  }
  return fields;
};
