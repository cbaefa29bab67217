// Entry of the script-tag build: one classic script that registers the elements.
import './define.ts'
