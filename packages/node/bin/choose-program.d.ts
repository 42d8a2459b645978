export function chooseProgram(folder: URL): URL;
