/** The role of a paired device: the owner can choose `lead`, which may also make decisions and export (S10). */
export const deviceRole = `
ALTER TABLE paired_device ADD COLUMN role TEXT NOT NULL DEFAULT 'desk' CHECK (role IN ('desk', 'lead'));
`;
