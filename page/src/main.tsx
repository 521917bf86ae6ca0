import { render } from 'preact';
import { followLinks } from './router/router';
import { App } from './shell/App';
import { startKeys } from './shell/keys';
import { startTheme } from './shell/theme';
import { startClock } from './time/clock';
import './style/tokens.css';
import './style/base.css';
import './style/shell.css';
import './style/parts.css';
import './style/bar.css';
import './style/forms.css';
import './style/marks.css';
import './style/views.css';

startTheme();
startClock();
startKeys();
document.addEventListener('click', followLinks);

const root = document.getElementById('page');
if (root !== null) {
  render(<App />, root);
}
