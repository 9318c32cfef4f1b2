/** The fields of `POST /registration`, by the API's names, in the order a person reads them. */
export const mendFields = [
  "name",
  "email",
  "eventRunId",
  "registrationType",
  "paceGroup",
  "status",
  "notes",
] as const;
export type MendFieldName = (typeof mendFields)[number];

export const isMendField = (field: string): field is MendFieldName =>
  mendFields.some((known) => known === field);
