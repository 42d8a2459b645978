import theme from "vitepress/theme-without-fonts";
import "./style.css";

/** VitePress's own design in Freehold's colours and the device's own fonts. */
export default theme;
