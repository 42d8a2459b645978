/** The id of the bar at the edge of the window, in which views show what is in the way. */
export const noticesId = "notices";
