/** The words of the check-in room. */
export const checkIn = {
  title: "Check-in",
  searchLabel: "Find a runner by bib, name or e-mail",
  searchPlaceholder: "Bib, name or e-mail",
};
