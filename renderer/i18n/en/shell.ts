/** The words of the frame around every room. */
export const shell = {
  product: "Chute",
  rooms: "Rooms",
  checkIn: "Check-in",
  podium: "Podium",
  events: "Events",
  sync: "Sync",
  settings: "Settings",
  status: "Status",
};
