import { PASSWORD } from "./demo.ts";
import { expect, type Task, type Width } from "./person.ts";

const ADMIN = "acme-company.admin";

const createSite: Task = {
  name: "create a site with two users",
  before: "13 actions",
  as: ADMIN,
  run: async ({ page, press, type, pick, goTo, tag }) => {
    const dialog = page.getByRole("dialog");
    await goTo("Sites");
    await press(page.getByRole("button", { name: "Create Site" }));
    await type(dialog.getByRole("textbox", { name: "Name", exact: true }), `Rig 5 ${tag}`);
    await type(dialog.getByLabel("Email"), `rig5-${tag}@acme.example.com`);
    await pick(dialog.getByRole("combobox", { name: "Type" }), "Rig");
    await pick(dialog.getByRole("combobox", { name: "Warehouse Name" }), "Odessa DC");
    for (const [label, value] of [
      ["Division", "Land Drilling"],
      ["Business Unit", "Permian"],
      ["Region", "West Texas"],
    ] as const) {
      const field = dialog.getByLabel(label);
      if ((await field.inputValue()) === "") await pick(field, value);
    }
    await press(dialog.getByRole("button", { name: "NEXT" }));
    await press(dialog.getByRole("button", { name: "SAVE SITE" }));
    await expect(dialog.getByText("Choose who can see it")).toBeVisible();
    await press(dialog.getByRole("checkbox").nth(0));
    await press(dialog.getByRole("checkbox").nth(1));
    await press(dialog.getByRole("button", { name: "SAVE USERS" }));
    await expect(dialog).toBeHidden();
  },
};

const FAULTS: Readonly<Record<number, Readonly<Record<number, string>>>> = {
  4: { 3: "" },
  9: { 4: "pad9" },
  15: { 8: "Housten DC" },
};
const HEADERS =
  "Name,Division,Business Unit,Region,Email,Shop Username,Password,Location Name,Warehouse,Site Type";

const importSites: Task = {
  name: "import 20 sites with 3 faulty rows and fix them",
  before: "not counted",
  as: ADMIN,
  run: async ({ page, press, type, choose, goTo, tag }) => {
    const lines = Array.from({ length: 20 }, (_, index) => {
      const at = index + 1;
      const cells = [`Pad ${at} of ${tag}`, "Land Drilling", "Permian", "West Texas"];
      cells.push(
        `pad${at}@acme.example.com`,
        `acme-Pad${at}of${tag}`,
        "Drill-bits-77",
        "",
        "Odessa DC",
        "Yard",
      );
      return cells.map((cell, column) => FAULTS[at]?.[column] ?? cell).join(",");
    });
    await goTo("Sites");
    await press(page.getByRole("main").getByRole("link", { name: "Upload Sites" }));
    await choose(page.getByRole("button", { name: "Choose a file" }), {
      name: `pads-${tag}.csv`,
      mimeType: "text/csv",
      buffer: Buffer.from([HEADERS, ...lines].join("\n")),
    });
    await press(page.getByRole("button", { name: "Upload 17 of 20 rows" }));
    await press(
      page.getByRole("dialog", { name: "Site errors" }).getByRole("button", { name: "Close" }).last(),
    );
    const failed = page.getByRole("region", { name: "Correct failed rows" });
    await type(failed.getByLabel("Region"), "West Texas");
    await type(failed.getByLabel("Email"), "pad9@acme.example.com");
    await type(failed.getByLabel("Warehouse"), "Houston DC");
    await press(failed.getByRole("button", { name: "Import 3 rows again" }));
    await expect(
      page.getByText(/^(3 rows imported\.|Every row of this upload is imported\.)$/).first(),
    ).toBeVisible();
  },
};

const alertByMail: Task = {
  name: "an alert for orders of at least 10,000 by e-mail",
  before: "impossible",
  as: ADMIN,
  run: async ({ page, press, type, goTo }) => {
    const dialog = page.getByRole("dialog");
    await goTo("Alerts");
    await press(page.getByRole("main").getByRole("link", { name: "Configure Rules" }));
    await press(page.getByRole("button", { name: "Create Rule" }));
    await type(dialog.getByLabel("Only orders of at least"), "10000");
    await press(dialog.getByRole("checkbox", { name: "By e-mail" }));
    await press(dialog.getByRole("button", { name: "Create", exact: true }));
    await expect(dialog).toBeHidden();
  },
};

const MOVES: Record<Width, readonly [node: string, parent: string]> = {
  1440: ["Whale Cove Area", "Yukon Division"],
  390: ["Gordon Lake Area", "Kivalliq Division"],
};

const moveNode: Task = {
  name: "move a node and understand the effect",
  before: "not counted",
  as: "borealis-company.admin",
  run: async ({ page, press, type, find, goTo, width }) => {
    const [node, parent] = MOVES[width];
    await goTo("Hierarchy");
    await type(page.getByRole("searchbox"), node);
    await press(page.getByRole("main").getByRole("link", { name: node }).first());
    await find(page.getByRole("combobox", { name: "Parent" }), parent, new RegExp(`^${parent}`));
    await expect(page.getByText("1 node and 1 site move along.")).toBeVisible();
    await press(page.getByRole("button", { name: "Update Node" }));
    await expect(page.getByText("Organization node updated correctly")).toBeVisible();
  },
};

const createCompany: Task = {
  name: "create a company with its admin and sign in as that admin",
  before: "next step not named",
  as: "platform.admin",
  run: async ({ page, press, type, pick, tag }) => {
    const name = `Quartz ${tag}`;
    const email = `dana@quartz-${tag}.example.com`;
    const dialog = page.getByRole("dialog");
    await press(page.getByRole("link", { name: "Create Company" }));
    await type(page.getByRole("textbox", { name: "Name", exact: true }), name);
    await type(page.getByRole("textbox", { name: "Domain" }), `quartz-${tag}.example.com`);
    await press(page.getByRole("button", { name: "Create Company" }));
    await press(page.getByRole("link", { name: "Create the configuration" }));
    await type(page.getByRole("textbox", { name: "Tenant Group" }), "quartz");
    await type(page.getByRole("textbox", { name: "Name Extension / Customer ERP Id" }), `QZ-${tag}`);
    for (const label of ["Order Approval status", "Order Tracking status", "Hierarchy status"]) {
      const field = page.getByRole("combobox", { name: label });
      if ((await field.inputValue()) === "") await pick(field, /^(Enabled)$/);
    }
    await press(page.getByRole("button", { name: "Create", exact: true }));
    await press(page.getByRole("button", { name: "Invite the first administrator" }));
    await type(dialog.getByRole("textbox", { name: "First Name" }), "Dana");
    await type(dialog.getByRole("textbox", { name: "Last Name" }), "Whitfield");
    await type(dialog.getByRole("textbox", { name: "Email" }), email);
    await press(dialog.getByRole("button", { name: "Send invitation" }));
    await expect(page.getByText(`Dana Whitfield was invited at ${email}`)).toBeVisible();
    await press(page.getByRole("button", { name: "Log Out" }));
    // The admin, in an e-mail of their own.
    const invitation = page.getByRole("link", { name: /^Invitation to administer / });
    await expect(async () => {
      await page.goto(`/mailbox?person=${encodeURIComponent(email)}`);
      expect(await invitation.count()).toBeGreaterThan(0);
    }).toPass({ timeout: 120_000 });
    await press(invitation.first());
    const opened = page.waitForEvent("popup");
    await press(
      page
        .frameLocator('iframe[title^="Invitation to administer "]')
        .getByRole("link", { name: "Accept the invitation" }),
    );
    const tab = await opened;
    await type(tab.getByLabel("New password", { exact: true }), PASSWORD);
    await type(tab.getByLabel("Confirm new password"), PASSWORD);
    await press(tab.getByRole("button", { name: "Create Password" }));
    await press(tab.getByRole("link", { name: "Back to login" }));
    await type(tab.getByLabel("Username or email address"), email);
    await type(tab.getByLabel("Password", { exact: true }), PASSWORD);
    await press(tab.getByRole("button", { name: "Log in" }));
    await expect(tab.getByRole("region", { name: "First steps" })).toBeVisible();
  },
};

const nameDeputy: Task = {
  name: "name a deputy",
  before: "not counted",
  as: (width) => (width === 1440 ? "acme-finance.approver" : "acme-executive.approver"),
  run: async ({ page, press, find }) => {
    const dialog = page.getByRole("dialog", { name: "I'm away" });
    await press(page.getByRole("button", { name: /^User menu/ }));
    await press(page.getByRole("button", { name: "I'm away" }));
    await find(dialog.getByRole("combobox", { name: "Deputy" }), "acme-site.approver", /acme-site\.approver/);
    await press(dialog.getByRole("button", { name: "Save" }));
    await expect(page.getByText("Deputy named successfully")).toBeVisible();
  },
};

export const companyTasks = {
  createSite,
  importSites,
  alertByMail,
  moveNode,
  createCompany,
  nameDeputy,
};
