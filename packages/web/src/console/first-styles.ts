import "../styles/ground.css";
import "../styles/figures.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/components.css";
import "./styles/timeline.css";
import "./styles/posts.css";
import "./styles/people.css";
