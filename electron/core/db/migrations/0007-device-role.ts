/** What a paired device may do: `lead` adds deciding and exports, if the owner says so (S10). */
export const deviceRole = `
ALTER TABLE paired_device ADD COLUMN role TEXT NOT NULL DEFAULT 'desk' CHECK (role IN ('desk', 'lead'));
`;
