% An adapter for readNPY of npy-matlab, in Octave:
%
%   npycheck conform --traits no-trailing-ones --unsupported npz,0d,1d -- octave-cli -q --no-history --path npy-matlab npy_matlab.m
%
% MATLAB takes seconds to start, so for MATLAB turn this into an adapter of tier 1, which starts once.
names = struct('logical', '|b1', 'int8', '|i1', 'uint8', '|u1', 'int16', '<i2', 'uint16', '<u2', ...
               'int32', '<i4', 'uint32', '<u4', 'int64', '<i8', 'uint64', '<u8', 'single', '<f4', 'double', '<f8');
try
  a = readNPY(argv(){end});
catch problem
  fprintf(stderr, '%s\n', problem.message);
  exit(1);
end
elements = permute(a, ndims(a):-1:1)(:); % in C order
if islogical(a)
  elements = uint8(elements);
end
shape = strjoin(arrayfun(@num2str, size(a), 'UniformOutput', false), ',');
printf('{"dtype":"%s","shape":[%s],"data":"%s"}\n', names.(class(a)), shape, sprintf('%02x', typecast(elements, 'uint8')));
